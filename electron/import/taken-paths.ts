export { TakenPaths } from '../../shared/taken-paths.ts'
