/** Reads a resource with an access token. */
export async function readResource({ url, token }: { url: string; token: string }) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: await response.json() }
}
