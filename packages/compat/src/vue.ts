// Every name of the package. `/library/vue` is the same.
export * from '@portico/vue'
