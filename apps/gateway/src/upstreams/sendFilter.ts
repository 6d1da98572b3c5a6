import type { SendOptions, UpstreamAnswer, UpstreamRequest, Upstreams } from './createUpstreams.ts'

/**
 * Requests about filters. A filter lives in the node that made it, so the node's place in the list is added to the
 * filter's id as two hex digits, and taken off again before that node is asked.
 */
export async function sendFilter(
  nodes: Upstreams,
  request: UpstreamRequest,
  options: SendOptions,
): Promise<UpstreamAnswer> {
  if (nodes.size === 1) return nodes.send(request, options)
  if (/^eth_new\w*Filter$/.test(request.method)) {
    const answer = await nodes.send(request, options)
    const isId = answer.kind === 'result' && /^"0x[0-9a-f]+"$/i.test(answer.text)
    if (!isId || !answer.upstream) return answer
    const result = `${answer.text.slice(1, -1)}${answer.upstream.place.toString(16).padStart(2, '0')}`
    return { ...answer, text: `"${result}"`, result }
  }
  const [, id, place] = /^\[\s*"(0x[0-9a-f]+)([0-9a-f]{2})"\s*\]$/i.exec(request.params) ?? []
  const only = Number.parseInt(place ?? '', 16)
  // None of ours: any node knows how to say so.
  if (!(only < nodes.size)) return nodes.send(request, options)
  return nodes.send({ method: request.method, params: `["${id}"]` }, { ...options, only })
}
