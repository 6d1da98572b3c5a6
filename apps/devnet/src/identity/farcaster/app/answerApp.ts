import type { Answer } from '../../../http/Answer.ts'
import type { PageRequest } from '../../../http/PageRequest.ts'
import { fullName } from '../../fullName.ts'
import { errorPage } from '../../pages/errorPage.ts'
import { people } from '../../people.ts'
import type { Channel } from '../createChannels.ts'
import type { FarcasterContext } from '../FarcasterContext.ts'
import { localFarcaster } from '../localFarcaster.ts'
import { completeChannel } from '../relay/completeChannel.ts'
import { accountPage } from './accountPage.ts'
import { farcasterProvider } from './farcasterProvider.ts'
import { resultPage } from './resultPage.ts'
import { signLogin } from './signLogin.ts'

/**
 * Answers the page that the address of a channel opens, which stands for the Farcaster app on the person's phone: shows who
 * asks and the accounts to log in with, and signs. Cancelling tells the relay nothing, as with the real app.
 */
export async function answerApp(context: FarcasterContext, request: PageRequest): Promise<Answer> {
  const { channels, switches } = context
  const channelToken = request.query.get('channelToken') ?? ''
  const channel = channels.read(channelToken)
  if (!channel)
    return errorPage({
      provider: farcasterProvider,
      status: 404,
      message: 'This login has ended. Go back to the application and begin again.',
    })
  const { signatureParams } = channel
  const form = new URLSearchParams(request.method === 'POST' ? request.body : '')
  if (form.has('cancel'))
    return resultPage({
      title: 'You cancelled',
      message: `${signatureParams.domain} was told nothing.`,
      redirectUrl: signatureParams.redirectUrl,
    })
  const person = form.get('person')
  if (person === null) return accountPage({ domain: signatureParams.domain, target: request.target })
  if (switches.deny)
    return errorPage({ provider: farcasterProvider, message: 'This app refuses every login.' })
  return logIn({ context, channelToken, channel, person })
}

async function logIn({
  context: { channels, switches, now },
  channelToken,
  channel,
  person,
}: {
  context: FarcasterContext
  channelToken: string
  channel: Channel
  person: string
}): Promise<Answer> {
  const account = localFarcaster.accounts.find((one) => one.person === person)
  const owner = people.find(({ id }) => id === person)
  if (!account || !owner)
    return errorPage({ provider: farcasterProvider, message: `There is no account of "${person}".` })
  try {
    const signed = await signLogin({ account, channel, switches, now })
    const login = { ...signed, username: account.username, displayName: fullName(owner), bio: '' }
    completeChannel({ channels, channelToken, login })
  } catch (error) {
    return errorPage({ provider: farcasterProvider, message: (error as Error).message })
  }
  const { domain, redirectUrl } = channel.signatureParams
  return resultPage({ title: 'You are logged in', message: `Go back to ${domain}.`, redirectUrl })
}
