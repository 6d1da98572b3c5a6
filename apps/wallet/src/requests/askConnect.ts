import { copy } from '../approve/copy.ts'
import { showOrigin } from '../approve/showOrigin.ts'
import type { AskContext } from './Ask.ts'
import type { ActiveRequest } from './createQueue.ts'
import { decide } from './decide.ts'

/** Asks whether a page may see the account: once for each origin, as origins of one site share a partition. */
export async function askConnect(context: AskContext, { signal }: ActiveRequest): Promise<void> {
  const { session, limits } = context
  const solanaAddress = session.solanaAddress()
  await limits.admit()
  await decide({
    description: {
      name: 'connect',
      title: copy.connectTitle(showOrigin(session.origin)),
      facts: [
        { label: copy.connectFacts.label, value: copy.connectFacts.value },
        { label: copy.connectFacts.cannotLabel, value: copy.connectFacts.cannot },
        { label: copy.connectFacts.endsLabel, value: copy.connectFacts.ends },
        { label: copy.connectFacts.account, value: session.address, kind: 'address' },
        ...(solanaAddress === undefined
          ? []
          : [{ label: copy.connectFacts.solanaAccount, value: solanaAddress, kind: 'address' as const }]),
      ],
      details: [],
      raw: session.origin,
      warnings: [],
      risk: 'low',
    },
    context,
    signal,
  })
}
