import type {
  SendOptions,
  UpstreamAnswer,
  UpstreamPool,
  UpstreamRequest,
} from '../../shared/upstreams/UpstreamPool.ts'

/**
 * Sends a request about a filter. A filter exists only in the upstream that created it, so the filter id given to the
 * client ends in that upstream's index (two hex digits), which is removed before the upstream gets the id back.
 */
export async function sendFilterRequest(
  upstreams: UpstreamPool,
  request: UpstreamRequest,
  options: SendOptions,
): Promise<UpstreamAnswer> {
  if (upstreams.size === 1) return upstreams.send(request, options)
  if (/^eth_new\w*Filter$/.test(request.method)) {
    const answer = await upstreams.send(request, options)
    const isId = answer.kind === 'result' && /^"0x[0-9a-f]+"$/i.test(answer.text)
    if (!isId || !answer.upstream) return answer
    const result = `${answer.text.slice(1, -1)}${answer.upstream.index.toString(16).padStart(2, '0')}`
    return { ...answer, text: `"${result}"`, result }
  }
  const [, id, index] = /^\[\s*"(0x[0-9a-f]+)([0-9a-f]{2})"\s*\]$/i.exec(request.params) ?? []
  const only = Number.parseInt(index ?? '', 16)
  // Not an id from this gateway: any upstream returns the right error.
  if (!(only < upstreams.size)) return upstreams.send(request, options)
  return upstreams.send({ method: request.method, params: `["${id}"]` }, { ...options, only: [only] })
}
