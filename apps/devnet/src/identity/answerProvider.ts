import type { Answer } from '../http/Answer.ts'
import { json } from '../http/json.ts'
import type { PageRequest } from '../http/PageRequest.ts'
import { answerResource } from './answerResource.ts'
import { authorize } from './authorize/authorize.ts'
import { describeProvider } from './describeProvider.ts'
import type { IdentityContext } from './IdentityContext.ts'
import { answerToken } from './token/answerToken.ts'

/** Answers a request for one provider. */
export async function answerProvider(context: IdentityContext, request: PageRequest): Promise<Answer> {
  const { method, path } = request
  if (path === '/authorize' && ['GET', 'HEAD', 'POST'].includes(method))
    return withOpenerPolicy(authorize(context, request), context)
  if (path === '/token' && method === 'POST') return answerToken(context, request)
  const found = method === 'GET' || method === 'HEAD' ? await answerGet(context, request) : undefined
  return found ?? json({ error: 'not_found', error_description: `There is no ${method} ${path}.` }, 404)
}

async function answerGet(context: IdentityContext, request: PageRequest): Promise<Answer | undefined> {
  const { provider, signer } = context
  if (request.path === '/.well-known/openid-configuration') {
    const document = describeProvider(context)
    return document && json(document)
  }
  if (provider.openId && request.path === provider.openId.keysPath) return json(await signer.keys())
  return answerResource(context, request)
}

function withOpenerPolicy(answer: Answer, { switches }: IdentityContext): Answer {
  if (switches.coop === 'none') return answer
  return { ...answer, headers: { ...answer.headers, 'cross-origin-opener-policy': switches.coop } }
}
