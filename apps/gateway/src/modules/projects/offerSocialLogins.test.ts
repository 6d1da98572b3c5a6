import type { ProjectFeature } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { offerSocialLogins } from './offerSocialLogins.ts'

const login = (config: string[] | null, isEnabled = true): ProjectFeature => ({
  id: 'social_login',
  isEnabled,
  config,
})
const swap: ProjectFeature = { id: 'swap', isEnabled: false, config: null }
const social = { clientIds: new Map([['google', 'client'] as const]), farcasterRpcUrls: undefined }

describe('offerSocialLogins', () => {
  test.each<[string, ProjectFeature[], ProjectFeature[]]>([
    ['what is set up, without a list', [swap], [swap, login(['email', 'google'])]],
    ['what is set up, for a list that is left open', [login(null)], [login(['email', 'google'])]],
    ['the list, in its order', [login(['google', 'email']), swap], [login(['google', 'email']), swap]],
    ['no provider that is not set up', [login(['apple', 'google', 'github'])], [login(['google'])]],
    ['logins that this gateway takes no part in', [login(['passkey', 'x'])], [login(['passkey'])]],
    ['no Farcaster without nodes to verify it', [login(['farcaster', 'google'])], [login(['google'])]],
    ['nothing if the operator turned logins off', [login(null, false)], [login(null, false)]],
  ])('behavior: offers %s', (_, features, offered) => {
    expect(offerSocialLogins({ features, social })).toEqual(offered)
  })

  test('behavior: offers Farcaster with nodes to verify it', () => {
    const verified = { ...social, farcasterRpcUrls: ['https://a.example', 'https://b.example'] }
    const offer = (features: ProjectFeature[]) => offerSocialLogins({ features, social: verified })
    expect(offer([])).toEqual([login(['email', 'google', 'farcaster'])])
    expect(offer([login(['farcaster', 'x'])])).toEqual([login(['farcaster'])])
  })
})
