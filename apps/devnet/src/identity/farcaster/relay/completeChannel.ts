import type { Channels, CompletedChannel } from '../createChannels.ts'
import { localFarcaster } from '../localFarcaster.ts'
import type { SignedLogin } from './signedLogin.ts'

/**
 * Completes a channel with a signed login. Its account's custody address is looked up, not verified. As at the real relay,
 * a later login replaces an earlier one that nobody has read.
 *
 * @returns why the login cannot be accepted, or the completed channel
 */
export function completeChannel({
  channels,
  channelToken,
  login,
}: {
  channels: Channels
  channelToken: string
  login: SignedLogin
}): CompletedChannel | 'unknown-fid' | 'unknown-channel' {
  const account = localFarcaster.accounts.find(({ fid }) => fid === login.fid)
  if (!account) return 'unknown-fid'
  const channel = channels.read(channelToken)
  if (!channel) return 'unknown-channel'
  const completed: CompletedChannel = {
    ...channel,
    ...login,
    state: 'completed',
    custody: account.custody.address,
    verifications: [],
  }
  channels.update(channelToken, completed)
  return completed
}
