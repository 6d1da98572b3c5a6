/**
 * Returns the URL of a transaction at a block explorer: `/tx/<hash>` in every namespace. Keeps the explorer's query,
 * which may select the network (`https://explorer.solana.com/?cluster=devnet`). Returns undefined unless `explorer` is
 * an HTTP(S) URL.
 */
export function linkToExplorer(explorer: string, hash: string): string | undefined {
  if (!/^https?:\/\//i.test(explorer) || !URL.canParse(explorer)) return undefined
  const url = new URL(explorer)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}`
  return url.href
}
