import { walletSiteProject } from '@portico/protocol/gateway'
import { describe, expect, test } from 'vitest'
import { createProjects } from '../../projects/service.ts'
import { createRequirePage } from './createRequirePage.ts'

const walletOrigin = 'https://wallet.example'
const shop = { name: 'Shop', allowedOrigins: ['https://shop.example'] }
const projects = createProjects({ config: { projects: new Map([['shop', shop]]), open: false } })
const requirePage = createRequirePage({ projects, walletOrigin })

describe('createRequirePage', () => {
  test.each([
    ['https://shop.example', 'shop', undefined],
    [walletOrigin, walletSiteProject, undefined],
    ['https://evil.example', 'shop', 'origin-not-allowed'],
    [walletOrigin, 'shop', 'origin-not-allowed'],
    ['https://shop.example', walletSiteProject, 'invalid-key'],
    ['https://wallet.example:444', walletSiteProject, 'invalid-key'],
    [walletOrigin, 'none', 'invalid-key'],
  ])('behavior: %s in the project %s: %s', (origin, projectId, code) => {
    const check = () => requirePage({ origin, projectId })
    if (code === undefined) expect(check).not.toThrow()
    else expect(check).toThrowError(expect.objectContaining({ code }))
  })
})
