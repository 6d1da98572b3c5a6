/**
 * An address of the gateway. A gateway behind a path (`https://example.com/portico`) keeps its path.
 *
 * @param path starts with a slash
 */
export function toGatewayUrl(gatewayUrl: string, path: string): URL {
  return new URL(gatewayUrl.replace(/\/+$/, '') + path)
}
