/** Where the store's policies are kept: committed like any file, and out of the memory tool's reach. */
export const POLICIES_PATH = '.variorum/policies.json'
