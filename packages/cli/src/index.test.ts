import { describe, expect, test } from 'vitest'
import * as cli from './index.ts'

describe('@portico/cli', () => {
  test('behavior: exported names', () => {
    expect(Object.keys(cli).sort()).toEqual(['FolderNotFoundError', 'doctor', 'migrate'])
  })
})
