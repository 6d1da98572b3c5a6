// What every view but Connect needs, in one file that is loaded with the first of them.
export { viewIcons } from './icons/viewIcons.ts'
export { viewCopy } from './viewCopy.ts'
