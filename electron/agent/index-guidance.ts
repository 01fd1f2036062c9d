import { INDEX_MAX_BYTES, INDEX_MAX_LINES, INDEX_PATH, TOPIC_TYPES } from '../../shared/layout.ts'
import { toolPath } from '../memory/paths.ts'

/** What a model is asked to do in a store that is laid out as index and topics. `npm run long -- year` follows it. */
export const INDEX_GUIDANCE = [
  `The memory is laid out as an index and topics. ${toolPath(INDEX_PATH)} is the index: view it before anything else, then view the topics it names that matter.`,
  `The index has one line for each topic file and nothing else, like "- [Ana](people/ana.md): family, health, where she lives"; at most ${INDEX_MAX_LINES} lines and ${INDEX_MAX_BYTES / 1000} KB, so keep each line under 120 characters.`,
  `A topic file holds everything about one person, project or subject. It begins with frontmatter between two lines of "---": name, description (as in the index), type (${TOPIC_TYPES.join(', ')}) and modified (the day). Below it each fact is a line of its own that names its subject. Refer to another topic with [[its path]].`,
  'Before you write a fact, view its topic. If there is a line about the same thing, replace it; never add a second one. If something is no longer true, remove its line. Add a line only for what is new, to an existing topic if one fits. When several topics are small and alike, one file for all of them is better.',
  'When you make, rename or delete a topic file, change its line in the index at once.',
].join('\n')
