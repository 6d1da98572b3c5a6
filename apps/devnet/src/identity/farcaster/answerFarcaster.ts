import type { Answer } from '../../http/Answer.ts'
import { json } from '../../http/json.ts'
import type { PageRequest } from '../../http/PageRequest.ts'
import { answerApp } from './app/answerApp.ts'
import type { FarcasterContext } from './FarcasterContext.ts'
import { answerRelay } from './relay/answerRelay.ts'

/** Answers a request for the imitation of Farcaster: its relay, or its app's page. */
export async function answerFarcaster(context: FarcasterContext, request: PageRequest): Promise<Answer> {
  const { method, path } = request
  if (path.startsWith('/v1/')) return answerRelay(context, request)
  if (path === '/~/siwf' && ['GET', 'HEAD', 'POST'].includes(method)) return answerApp(context, request)
  return json({ error: `There is no ${method} ${path}.` }, 404)
}
