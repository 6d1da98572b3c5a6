import { countToSolution } from './countToSolution.ts'

// Entry of the worker that solves proofs of work. A worker keeps the page responsive, and is not slowed down while the visitor
// looks at another tab.
addEventListener('message', ({ data }) => postMessage(countToSolution(data)))
