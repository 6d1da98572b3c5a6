import type { EnvReader } from '../process/createEnvReader.ts'

/**
 * Reads `FARCASTER_RPC_URLS`: the nodes that logins with Farcaster are verified with, separated by commas. Without it, they are off.
 *
 * @returns the URLs; undefined if the variable is not set, or has a problem, which is added to `problems`.
 */
export function readFarcasterRpcUrls({
  get,
  problems,
}: Pick<EnvReader, 'get' | 'problems'>): readonly string[] | undefined {
  const value = get('FARCASTER_RPC_URLS')
  if (value === undefined) return undefined
  const urls = value.split(/[\s,]+/).filter((url) => url !== '')
  const invalid = urls.findIndex((url) => !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
  if (invalid >= 0) {
    // Not the value: URLs of nodes often contain a key.
    problems.push(`FARCASTER_RPC_URLS: entry ${invalid + 1} must be an http:// or https:// address.`)
    return undefined
  }
  if (new Set(urls.map((url) => new URL(url).href)).size < 2) {
    problems.push(
      'FARCASTER_RPC_URLS must have the addresses of at least two nodes of OP Mainnet, of different operators, separated by commas.',
    )
    return undefined
  }
  return urls
}
