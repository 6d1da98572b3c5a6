import type { EmailStartRequest, EmailStartResponse, WorkProof } from '@portico/protocol/vault'
import type { SolveWork } from '../work/SolveWork.ts'
import { ServerError } from './ServerError.ts'

/** The vault may ask again if its difficulty has risen while this device was working. */
const maxRounds = 3

/**
 * Starts a challenge at the vault. While many strangers log in, the vault asks an unknown device for a proof of work,
 * which is solved and sent without the visitor noticing more than the wait.
 *
 * @throws {ServerError} `work-required` if the vault asks for the fourth time.
 */
export async function startWithWork({
  start,
  solveWork,
  request,
}: {
  start: (request: EmailStartRequest) => Promise<EmailStartResponse>
  solveWork: SolveWork
  request: EmailStartRequest
}): Promise<EmailStartResponse> {
  let work: WorkProof | undefined
  for (let round = 0; ; round++) {
    try {
      return await start({ ...request, ...(work ? { work } : {}) })
    } catch (error) {
      if (!(error instanceof ServerError) || round === maxRounds) throw error
      const { code, workChallenge: challenge, workBits: bits } = error.problem
      if (code !== 'work-required' || challenge === undefined || bits === undefined) throw error
      work = { challenge, nonce: await solveWork({ challenge, bits }) }
    }
  }
}
