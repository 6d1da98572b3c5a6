/** Replaces the switches of the identity server. */
export function setSwitches(base: string, switches: unknown): Promise<Response> {
  return fetch(`${base}/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
}
