import { Problem } from '../problems/Problem.ts'

/**
 * Reads a body as text. Returns `undefined` if it is longer than `limit` bytes.
 *
 * @throws {Problem} `invalid-request` if the caller disconnects meanwhile, so that it is not logged as a server error.
 */
export async function readBody(query: { request: Request; limit: number }): Promise<string | undefined> {
  try {
    return await readText(query)
  } catch (cause) {
    throw new Problem('invalid-request', { detail: 'The body did not arrive.', cause })
  }
}

async function readText({
  request,
  limit,
}: {
  request: Request
  limit: number
}): Promise<string | undefined> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN)
  if (declared > limit) return undefined
  // Node reads no more than the declared length, so reading it whole is safe.
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
