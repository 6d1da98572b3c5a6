/**
 * Reads a body as text, up to a limit.
 *
 * @returns the text, or `undefined` if there is more of it.
 */
export async function readBody({
  request,
  limit,
}: {
  request: Request
  limit: number
}): Promise<string | undefined> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > limit) return undefined
  // With a length Node itself takes no more than that, so the fast way is safe.
  if (declared >= 0) return request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
