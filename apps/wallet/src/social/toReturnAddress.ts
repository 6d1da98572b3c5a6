/**
 * Returns the address of the host page with the result of a login as the parameter `result_uri`. All other parameters stay as they are
 * written.
 */
export function toReturnAddress(returnTo: string, result: string): string {
  const url = new URL(returnTo)
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !part.startsWith('result_uri='))
  url.search = [...others, `result_uri=${encodeURIComponent(result)}`].join('&')
  return url.href
}
