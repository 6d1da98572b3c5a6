import { copy } from '../approve/copy.ts'
import { showOrigin } from '../approve/showOrigin.ts'
import type { AskContext } from './Ask.ts'
import type { Turn } from './createQueue.ts'
import { decide } from './decide.ts'

/** Asks whether a page may see the account: once for each origin, as all of a site share one partition. */
export async function askConnect(context: AskContext, { signal }: Turn): Promise<void> {
  const { session, limits } = context
  await limits.admit()
  await decide({
    description: {
      name: 'connect',
      title: copy.connectTitle(showOrigin(session.origin)),
      facts: [
        { label: 'It will see', value: 'your address and your e-mail address' },
        { label: 'Account', value: session.address, kind: 'address' },
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
