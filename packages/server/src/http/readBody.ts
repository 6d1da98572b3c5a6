import { CommonProblem } from './CommonProblem.ts'

/**
 * Reads a body as text, up to a limit.
 *
 * @returns the text, or `undefined` if there is more of it.
 * @throws {CommonProblem} `invalid-request` if the caller goes away meanwhile: nobody hears it, but it is no failure of ours.
 */
export async function readBody(query: { request: Request; limit: number }): Promise<string | undefined> {
  try {
    return await readText(query)
  } catch (cause) {
    throw new CommonProblem('invalid-request', { detail: 'The body did not arrive.', cause })
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
