import type { Check } from '../Check.ts'
import { readJson, request } from '../request.ts'

const name = 'project'

/** Checks that the gateway knows a project and, with an origin, that pages of this origin may use it. */
export async function checkProject({
  gatewayUrl,
  projectId,
  origin,
}: {
  gatewayUrl: string
  projectId: string | undefined
  origin: string | undefined
}): Promise<Check> {
  if (!projectId)
    return { name, status: 'skipped', message: 'No project was given.', remedy: 'Add --project and its ID.' }
  const url = `${gatewayUrl}/projects/v1/origins?projectId=${encodeURIComponent(projectId)}`
  const answer = await request(url, origin ? { origin } : {})
  if ('failure' in answer)
    return { name, status: 'problem', message: `${url} cannot be reached: ${answer.failure}.` }
  const { code, title, allowedOrigins } = readJson(answer.text) ?? {}
  if (code === 'invalid-key')
    return {
      name,
      status: 'problem',
      message: `The gateway does not know the project "${projectId}".`,
      remedy:
        'Check `projectId` in createAppKit, or add the project at the gateway (PROJECTS, or `npm run gateway -- project add`).',
    }
  if (code === 'origin-not-allowed')
    return {
      name,
      status: 'problem',
      message: `The project "${projectId}" does not allow pages of ${origin}.`,
      remedy: `Add ${origin} to the allowed origins of the project.`,
    }
  if (answer.status !== 200 || !Array.isArray(allowedOrigins))
    return {
      name,
      status: 'problem',
      message: `The gateway answers ${answer.status} for the project "${projectId}"${title ? `: ${String(title)}` : '.'}`,
      remedy: 'See the log of the gateway.',
    }
  if (!origin)
    return {
      name,
      status: 'ok',
      message: `The project "${projectId}" allows ${allowedOrigins.join(', ') || 'no origin'}.`,
      remedy: 'Add --origin and the address of your page to check it.',
    }
  const allowed = answer.headers.get('access-control-allow-origin')
  if (allowed !== '*' && allowed !== origin)
    return {
      name,
      status: 'problem',
      message: `The answer lacks "access-control-allow-origin" for ${origin}, so browsers refuse it.`,
      remedy: 'The gateway sends this header: check that the proxy in front of it passes it on.',
    }
  return { name, status: 'ok', message: `The project "${projectId}" allows pages of ${origin}.` }
}
