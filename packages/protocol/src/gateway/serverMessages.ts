/**
 * The three refusals of a server that the kit turns into alerts, with the texts of the specification (§8).
 * Sent as problem+json with status 401, `code` the key and `detail` the text.
 */
export const gatewayErrors = {
  'origin-not-allowed': 'Unauthorized: origin not allowed',
  'jwt-not-yet-valid': 'JWT validation error: JWT Token is not yet valid',
  'invalid-key': 'Unauthorized: invalid key',
} as const
