/**
 * Returns the URL of a transaction or an account at a block explorer: `/tx/<hash>` or `/address/<address>` in every
 * namespace. Keeps the explorer's query, which may select the network (`https://explorer.solana.com/?cluster=devnet`).
 * Returns undefined unless `explorer` is an HTTP(S) URL.
 */
export function linkToExplorer(explorer: string, kind: 'tx' | 'address', id: string): string | undefined {
  if (!/^https?:\/\//i.test(explorer) || !URL.canParse(explorer)) return undefined
  const url = new URL(explorer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${kind}/${encodeURIComponent(id)}`
  return url.href
}
