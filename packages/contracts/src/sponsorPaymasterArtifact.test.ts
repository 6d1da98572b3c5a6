import { expect, test } from 'vitest'
import { compileSponsorPaymaster } from '../compiler/compileSponsorPaymaster.ts'
import { sponsorPaymasterArtifact } from './sponsorPaymasterArtifact.ts'

test('behavior: the committed code is what the source compiles to', () => {
  expect(compileSponsorPaymaster()).toEqual(sponsorPaymasterArtifact)
})
