import { approveText } from '../approve/copy.ts'
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
      title: approveText('approve.connectTitle', { host: showOrigin(session.origin) }),
      facts: [
        {
          label: approveText('approve.connectFacts.label'),
          value: approveText('approve.connectFacts.value'),
        },
        {
          label: approveText('approve.connectFacts.cannotLabel'),
          value: approveText('approve.connectFacts.cannot'),
        },
        {
          label: approveText('approve.connectFacts.endsLabel'),
          value: approveText('approve.connectFacts.ends'),
        },
        { label: approveText('approve.connectFacts.account'), value: session.address, kind: 'address' },
        ...(solanaAddress === undefined
          ? []
          : [
              {
                label: approveText('approve.connectFacts.solanaAccount'),
                value: solanaAddress,
                kind: 'address' as const,
              },
            ]),
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
