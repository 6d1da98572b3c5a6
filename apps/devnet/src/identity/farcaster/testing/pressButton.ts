/**
 * Opens the app's page of a channel and presses a button, as a browser does.
 *
 * @param button `value` of the button, a person's ID or `yes` for Cancel
 */
export async function pressButton({
  url,
  button,
}: {
  url: string
  button: string
}): Promise<{ status: number; page: string }> {
  const page = await (await fetch(url)).text()
  const name = new RegExp(`<button name="(\\w+)" value="${button}"`).exec(page)?.[1]
  const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1]
  if (!name || !action) throw new Error(`There is no button "${button}" on this page: ${page}`)
  const response = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ [name]: button }),
  })
  return { status: response.status, page: await response.text() }
}
