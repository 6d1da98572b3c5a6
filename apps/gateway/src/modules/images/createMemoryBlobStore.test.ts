import { testBlobStore } from '../../testing/testBlobStore.ts'
import { createMemoryBlobStore } from './createMemoryBlobStore.ts'

testBlobStore('createMemoryBlobStore', createMemoryBlobStore)
