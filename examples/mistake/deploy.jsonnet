// The record is declared in users.rcl; its field is called email.
local team = import '../company/users.rcl';

{ contact: team.users[0].e_mail }
