import type { Check } from '../Check.ts'
import { request } from '../request.ts'
import { allows, parsePolicies } from './parsePolicy.ts'

const name = 'wallet site'

/** Checks that the site of the embedded wallet answers, and lets pages of the origin embed it. */
export async function checkWalletSite({
  walletUrl,
  projectId,
  origin,
}: {
  walletUrl: string
  projectId: string | undefined
  origin: string | undefined
}): Promise<Check> {
  // The frame's address, as the kit writes it. The site says per project who may embed it.
  const url = new URL('/?chainId=eip155:1&version=4', walletUrl)
  if (projectId) url.searchParams.set('projectId', projectId)
  const answer = await request(url)
  if ('failure' in answer || answer.status >= 400)
    return {
      name,
      status: 'problem',
      message: `${walletUrl} ${'failure' in answer ? `cannot be reached: ${answer.failure}` : `answers ${answer.status}`}.`,
      remedy: 'Check `walletUrl` in createAppKit, and that the wallet site runs.',
    }
  const policies = parsePolicies(answer.headers.get('content-security-policy') ?? '')
  const isRefused =
    origin !== undefined &&
    projectId !== undefined &&
    policies.some(
      (policy) => !allows({ policy, directives: ['frame-ancestors'], url: origin, pageUrl: walletUrl }),
    )
  return isRefused
    ? {
        name,
        status: 'problem',
        message: `${walletUrl} does not let pages of ${origin} with the project "${projectId}" embed it.`,
        remedy: `Add ${origin} to the allowed origins of the project at the gateway.`,
      }
    : {
        name,
        status: 'ok',
        message: `${walletUrl} answers${origin && projectId ? `, and pages of ${origin} may embed it` : ''}.`,
      }
}
