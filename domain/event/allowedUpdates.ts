/** The kinds of updates that the desk asks the messenger for, whichever way they come. */
export const ALLOWED_UPDATES = ['message', 'edited_message', 'callback_query', 'my_chat_member', 'message_reaction_count'] as const;
