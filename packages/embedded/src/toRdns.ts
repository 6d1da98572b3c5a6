/**
 * Returns the reverse domain name of a URL: its host's labels in reverse order, such as `org.example.wallet`.
 *
 * @throws TypeError if it is not a URL
 */
export function toRdns(url: string): string {
  return new URL(url).hostname.split('.').reverse().join('.')
}
