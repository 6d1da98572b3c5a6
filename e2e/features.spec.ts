import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command of the gateway beside the running one, as its operator does. */
async function runGateway({ dataDir }: Stack, ...words: string[]): Promise<void> {
  const node = join(root, 'node_modules/.bin/node')
  const parameters = ['--conditions=@portico/source', 'apps/gateway/src/server.ts', ...words]
  await promisify(execFile)(node, parameters, {
    cwd: root,
    env: { ...process.env, PORTICO_DATA_DIR: dataDir },
  })
}

test.describe('features that the operator configures', () => {
  test('behavior: they are shown from the next opening on, unless the application sets them', async ({
    demo,
    page,
    stack,
  }) => {
    const features = [{ id: 'social_login', isEnabled: false, config: null }]
    const project = ['project', 'add', '--id', 'shop', '--name', 'Shop', '--origin', stack.url]
    await runGateway(stack, ...project, '--features', JSON.stringify(features))
    const config = `${stack.gatewayUrl}/appkit/v1/config`
    const status = async () => (await page.request.get(`${config}?projectId=shop`)).status()
    await expect.poll(status).toBe(200)
    // The page of the demo belongs to the project `local`, which commands cannot change.
    await page.route(`${config}*`, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('projectId', 'shop')
      return route.continue({ url: url.href })
    })
    const connect = demo.view('Connect Wallet')
    const open = async (options: Record<string, unknown>) => {
      await demo.open({ options: { signIn: 'off', ...options } })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await expect(connect.getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    }

    await open({})
    await expect(connect.getByRole('textbox')).toBeVisible()
    await page.waitForFunction(() => localStorage.getItem('@portico/features') !== null)
    // The open modal does not change.
    await expect(connect.getByRole('textbox')).toBeVisible()

    await open({})
    await expect(connect.getByRole('textbox')).toHaveCount(0)
    await expect(connect.getByTestId('all-wallets')).toBeVisible()
    await expect(connect.getByRole('textbox')).toHaveCount(0)

    await open({ features: { email: true } })
    await expect(connect.getByRole('textbox')).toBeVisible()
  })
})
