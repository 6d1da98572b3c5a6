/**
 * Returns a URL of the gateway. If `gatewayUrl` has a path, such as `https://example.com/portico`, it is kept.
 *
 * @param path Starts with a slash.
 */
export function toGatewayUrl(gatewayUrl: string, path: string): URL {
  return new URL(gatewayUrl.replace(/\/+$/, '') + path)
}
