/** Returns the headers that allow a CORS preflight. Every preflight is allowed, see `responseHeaders`. */
export function preflightHeaders({
  requestedHeaders,
}: {
  requestedHeaders: string | undefined
}): Record<string, string> {
  const isList = requestedHeaders !== undefined && /^[\w!#$%&'*+.^`|~, -]{1,1000}$/.test(requestedHeaders)
  return {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    ...(isList ? { 'access-control-allow-headers': requestedHeaders } : {}),
    'access-control-max-age': '7200',
    vary: 'Origin, Access-Control-Request-Headers',
  }
}
