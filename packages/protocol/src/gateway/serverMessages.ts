/**
 * The three server errors for which the kit shows an alert, with their texts. Sent as problem+json with status 401;
 * `code` is the key and `detail` the text.
 */
export const gatewayErrors = {
  'origin-not-allowed': 'Unauthorized: origin not allowed',
  'jwt-not-yet-valid': 'JWT validation error: JWT Token is not yet valid',
  'invalid-key': 'Unauthorized: invalid key',
} as const
