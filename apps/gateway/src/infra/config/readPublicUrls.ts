/**
 * Reads `PUBLIC_URLS`, the origins of this gateway. Without it they are the local origins of its port, and none in
 * production: the `Host` of a request cannot be trusted, because the caller chooses it.
 */
export function readPublicUrls({
  value,
  port,
  production,
  problems,
}: {
  value: string | undefined
  port: number
  production: boolean
  problems: string[]
}): readonly string[] {
  if (value === undefined) return production ? [] : [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const urls = value.split(/[\s,]+/).filter(Boolean)
  const invalid = urls.find((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  if (invalid !== undefined) {
    problems.push(`PUBLIC_URLS must be http:// or https:// addresses; one is "${invalid.slice(0, 80)}".`)
    return []
  }
  return urls.map((url) => new URL(url).origin)
}
