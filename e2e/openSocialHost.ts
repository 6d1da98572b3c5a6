import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import { installHost } from './attacks/installHost.ts'
import type { Stack } from './stack.ts'
import { expect } from './testWithWallet.ts'

/** A page that embeds the wallet and logs in at a provider as any host page may. */
export interface SocialHost {
  page: Page
  frame: FrameLocator
  /** Presses the page's button. Returns the window that opened, if one did. */
  press(): Promise<Page>
  /** The frame's event about the login. */
  result(): Promise<{ uri?: string; reason?: string } | undefined>
  /** Waits until the tab is back from the provider, and embeds the wallet again. Returns the result in the address. */
  comeBack(): Promise<string>
  /** Completes the login. */
  connect(uri: string): Promise<{ type: string; payload: Record<string, unknown> }>
  ask(type: string, payload?: unknown): Promise<{ type: string; payload: Record<string, unknown> }>
}

/**
 * Opens the page.
 *
 * @param site its origin
 * @param coop its Cross-Origin-Opener-Policy
 * @param opensWindow whether its button opens a window; without it, the page is as one whose window was blocked
 * @param returns whether its button asks for a login in place of the page, without a window
 */
export async function openSocialHost(
  context: BrowserContext,
  { walletUrl }: Stack,
  {
    site,
    coop,
    opensWindow = true,
    returns = false,
    provider = 'google',
  }: {
    site: string
    coop?: string | undefined
    opensWindow?: boolean
    returns?: boolean
    provider?: string
  },
): Promise<SocialHost> {
  const page = await context.newPage()
  await page.addInitScript(installHost)
  // A real server: browsers keep pages that a test made up from the local network.
  await page.goto(`${site}/${coop ? `?coop=${coop}` : ''}`)
  const embed = () =>
    page.evaluate(
      async ({ src, popup, way, returns }) => {
        await window.host.embed({ name: 'wallet', src }).then((frame) => frame.greet())
        const button = document.createElement('button')
        button.textContent = 'Continue'
        button.style.marginLeft = '400px'
        document.body.append(button)
        button.addEventListener('click', () => {
          if (popup) window.open(popup, 'portico-social', 'popup,width=480,height=680')
          const returnTo = returns ? { returnTo: location.href } : {}
          void window.host.frames.wallet?.ask('GET_SOCIAL_REDIRECT_URI', { provider: way, ...returnTo })
        })
      },
      {
        src: `${walletUrl}/?projectId=local&chainId=eip155:31337`,
        popup: opensWindow ? `${walletUrl}/social?provider=${provider}` : undefined,
        way: provider,
        returns,
      },
    )
  await embed()
  const ask: SocialHost['ask'] = (type, payload) =>
    page.evaluate(([name, body]) => window.host.frames.wallet?.ask(name, body) as never, [type, payload] as [
      string,
      unknown,
    ])
  return {
    page,
    frame: page.frameLocator('iframe'),
    async press() {
      const opened = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      return opened
    },
    async result() {
      const read = () =>
        page.evaluate(
          () => window.host.frames.wallet?.messages.find(({ type }) => type === 'SOCIAL_RESULT')?.payload,
        )
      await expect.poll(read, { timeout: 20_000 }).toBeTruthy()
      return (await read()) as { uri?: string; reason?: string }
    },
    async comeBack() {
      await page.waitForURL((url) => url.origin === site && url.searchParams.has('result_uri'))
      const result = new URL(page.url()).searchParams.get('result_uri') ?? ''
      await embed()
      return result
    },
    connect: (uri) => ask('CONNECT_SOCIAL', { uri }),
    ask,
  }
}
