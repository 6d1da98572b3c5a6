/**
 * Origins under which this gateway is known. On a developer's machine those of its port; in production none unless they
 * are set: what a request calls the gateway is the caller's word.
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
  const wrong = urls.find((url) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  if (wrong !== undefined) {
    problems.push(`PUBLIC_URLS must be http:// or https:// addresses; one is "${wrong.slice(0, 80)}".`)
    return []
  }
  return urls.map((url) => new URL(url).origin)
}
