import { type Demo, expect } from './test.ts'

/** Chooses the token that is paid or bought, by its name, or by its address if it is not listed. */
export async function chooseSwapToken(
  demo: Demo,
  side: 'sourceToken' | 'toToken',
  name: RegExp,
  address?: string,
): Promise<void> {
  await demo.dialog.getByTestId(`swap-select-token-button-${side}`).click()
  const list = demo.view('Select Token')
  if (address) await list.getByRole('searchbox', { name: 'Search tokens' }).fill(address)
  await list.getByRole('button', { name }).click()
  await expect(demo.view('Swap')).toBeVisible()
}
