import { z } from 'zod'
import { Budget } from '../../shared/budget.ts'
import { Ulid } from '../../shared/change.ts'
import { PointRef } from '../../shared/commit.ts'
import { ConversationQuery } from '../../shared/conversation.ts'
import { ConversationId } from '../../shared/origin.ts'
import { Pictures } from '../../shared/pictures.ts'
import { Secrets } from '../../shared/policy-state.ts'
import { Saving } from '../../shared/saving.ts'
import { ProviderId } from '../../shared/settings.ts'
import { UndoHow } from '../../shared/undoing.ts'
import { ask, t } from './base.ts'

const Follow = z.object({ id: ConversationId, message: Ulid.optional() })
const OfConversation = z.object({ id: ConversationId })
const Instead = Follow.extend({
  turn: z.number().int().positive(),
  /** Left out, the memory stays as it is. */
  putBack: UndoHow.optional(),
})
/** For one turn, in place of the one in Settings. */
const OtherModel = z.object({ provider: ProviderId, model: z.string().min(1).max(200) }).partial()
const MessageText = z.string().max(1_000_000)
const Message = z.object({
  text: MessageText,
  pictures: Pictures.optional(),
  secrets: Secrets.optional(),
  remember: z.boolean().optional(),
})
const Sent = Follow.partial({ id: true }).extend({
  ...Message.shape,
  /** The store that the page shows, while another one may have been opened. */
  store: z.string().max(200).optional(),
  at: PointRef.optional(),
  temporary: z.literal(true).optional(),
  budget: Budget.optional(),
  saving: Saving.optional(),
})

/** Conversations and their turns. */
export const chatProcedures = t.router({
  list: ask.query(({ ctx }) => ctx.core.conversations.list()),
  /** Finds conversations by their titles and messages. */
  search: ask.input(ConversationQuery).query(({ ctx, input }) => ctx.core.conversations.search(input)),
  open: ask.input(OfConversation).query(({ ctx, input }) => ctx.core.conversations.open(input.id)),
  /** What the conversation had seen of the memory when it gave an answer. */
  knowledge: ask
    .input(z.object({ id: ConversationId, turn: z.number().int().positive() }))
    .query(({ ctx, input }) => ctx.core.conversations.knowledge(input.id, input.turn)),
  /** What the policies find in a message, before it is sent. */
  check: ask
    .input(z.object({ text: MessageText }))
    .query(({ ctx, input }) => ctx.core.policies.checkMessage(input.text)),
  /** Begins a turn; resolves once it is on disk, the rest comes as events. Without an id, creates a conversation. */
  send: ask.input(Sent).mutation(({ ctx, input }) => ctx.core.send(input)),
  /** The next four are explained at the functions of the same names: the agent's, and those of ask-again.ts. */
  retry: ask.input(Follow).mutation(({ ctx, input }) => ctx.core.retry(input)),
  continue: ask.input(Follow).mutation(({ ctx, input }) => ctx.core.continue(input)),
  regenerate: ask.input(Instead.extend(OtherModel.shape)).mutation(({ ctx, input }) => ctx.core.regenerate(input)),
  edit: ask.input(Instead.extend(Message.shape)).mutation(({ ctx, input }) => ctx.core.edit(input)),
  /** A turn in which the agent writes down where it is. */
  wrapUp: ask.input(Follow).mutation(({ ctx, input }) => ctx.core.wrapUp(input)),
  skipWrapUp: ask.input(OfConversation).mutation(({ ctx, input }) => ctx.core.skipWrapUp(input.id)),
  /** A new conversation that gets only the memory; for a session of a job, its next session. */
  startFresh: ask.input(OfConversation).mutation(({ ctx, input }) => ctx.core.jobs.startFresh(input.id)),
  stop: ask.input(OfConversation).mutation(({ ctx, input }) => ctx.core.stop(input.id)),
  rename: ask
    .input(z.object({ id: ConversationId, title: z.string().trim().min(1).max(200) }))
    .mutation(({ ctx, input }) => ctx.core.conversations.rename(input.id, input.title)),
  setBudget: ask
    .input(z.object({ id: ConversationId, budget: Budget }))
    .mutation(({ ctx, input }) => ctx.core.conversations.setBudget(input.id, input.budget)),
  setSaving: ask
    .input(OfConversation.extend({ saving: Saving }))
    .mutation(({ ctx, input }) => ctx.core.conversations.setSaving(input.id, input.saving)),
  /** Makes a temporary conversation an ordinary one. */
  keep: ask.input(OfConversation).mutation(({ ctx, input }) => ctx.core.conversations.keep(input.id)),
  file: ask
    .input(OfConversation.extend({ pinned: z.boolean(), archived: z.boolean() }))
    .mutation(({ ctx, input: { id, ...how } }) => ctx.core.conversations.file(id, how)),
  /** Deletes the conversation; it can be restored for a short time. The memory and its history are unchanged. */
  remove: ask.input(OfConversation).mutation(({ ctx, input }) => ctx.core.conversations.remove(input.id)),
  restore: ask.input(OfConversation).mutation(({ ctx, input }) => ctx.core.conversations.restore(input.id)),
  /** What deleted conversations were called: the history still names their turns. */
  deletedTitles: ask.query(({ ctx }) => ctx.core.conversations.deletedTitles()),
})
