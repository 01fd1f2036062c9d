import { printKeys } from './keys.ts'

export function Kbd({ keys, boxed = false }: { readonly keys: string; readonly boxed?: boolean }) {
  return <kbd className={boxed ? 'key' : undefined}>{printKeys(keys)}</kbd>
}
