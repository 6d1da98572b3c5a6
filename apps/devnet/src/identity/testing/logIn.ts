/** The request with which a provider returns to the client. */
export interface Result {
  method: 'GET' | 'POST'
  url: string
  params: URLSearchParams
  /** Cookie of the provider. */
  cookie: string | undefined
}

/**
 * Does what a browser and its user do at an authorization URL: opens the page, presses a button, follows the answer.
 *
 * @param button `value` of the button, a person's ID or `yes` for Cancel
 */
export async function logIn({
  url,
  button = 'ada',
  cookie,
}: {
  url: string | URL
  button?: string
  cookie?: string | undefined
}): Promise<Result> {
  const headers = cookie === undefined ? undefined : { cookie }
  const first = await fetch(url, { redirect: 'manual', ...(headers && { headers }) })
  const page = await first.text()
  if (first.status === 303 || page.includes('id="result"')) return readResult(first, page)
  const name = new RegExp(`<button name="(\\w+)" value="${button}"`).exec(page)?.[1]
  if (!name) throw new Error(`There is no button "${button}" on this page: ${page}`)
  const action = unescapeHtml(/<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? '')
  const second = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ [name]: button }),
    redirect: 'manual',
  })
  return readResult(second, await second.text())
}

function readResult(response: Response, page: string): Result {
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  const location = response.headers.get('location')
  if (location) return { method: 'GET', url: location, params: new URL(location).searchParams, cookie }
  const url = unescapeHtml(/<form id="result" method="post" action="([^"]+)"/.exec(page)?.[1] ?? '')
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const params = new URLSearchParams(
    inputs.map(([, name = '', value = '']): [string, string] => [name, unescapeHtml(value)]),
  )
  return { method: 'POST', url, params, cookie }
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
