// What `@portico/elements` needs beyond the public API. It is bundled into that package from these sources, so the
// published package has no such entry.

export { createInstance } from './appKit.ts'
export { createAppKitInstance } from './createAppKitInstance.ts'
export { getDefaultAppKit, setDefaultAppKit } from './defaultKit.ts'
export { defineElements, loadUpdateElements } from './elements.ts'
export { getSessionToken } from './getSessionToken.ts'
export { type SessionState, toSession } from './session.ts'
