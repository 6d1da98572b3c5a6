/** Adds the random ID of the installation, if there is one, to the URL of a request to the gateway. */
export async function addClientId(address: string, clientId?: () => Promise<string>): Promise<string> {
  const url = new URL(address)
  const id = await clientId?.()
  if (id) url.searchParams.set('clientId', id)
  return url.href
}
