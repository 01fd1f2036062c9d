/** What the user says to another assistant, to get what it remembers: whole paragraphs, in the user's language. */
export const ASK_ASSISTANT = {
  'ask-assistant-what':
    'Write down everything that you remember or know about me: what I told you to remember, what you noted by yourself, my profile and custom instructions, and what you know of my preferences, projects, plans and the people around me. Another assistant takes over from you and knows nothing yet.',
  'ask-assistant-form':
    'Begin with the line “{begin}” and end with the line “{end}”. Between them, give each topic a heading that begins with “## ”, and below it each fact a line of its own that begins with “- ”. Write nothing else there.',
  'ask-assistant-facts':
    'Leave nothing out, and summarise nothing. Each line is a sentence that can be understood by itself, in the language in which I told you, with its date if you know it. Repeat word for word what I told you to remember. Invent nothing; where you aren’t sure, say so in the line. Leave out passwords, keys and card numbers.',
  'ask-assistant-long':
    'If it doesn’t fit into one answer, stop after a whole line, and go on when I write “continue”.',
} as const
