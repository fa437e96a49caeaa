// packet_scan: decides which packets leave a node in the next frame. It goes once round all queues, one a clock.
//
//   here --> [ multiplexer of headers ] | [ route ] | [ check ] --> grants         | registers
//
//   A queue is an input port with a class, a lane an output port with a class; both have the same numbers. The head of a
//   queue is granted its lane if the neighbour has room there, neither its output nor its input port has been granted in
//   this scan, and the lane is not reserved for others.
//
//   Each scan begins one queue later than the one before. The adapter's queue comes last, but first in one frame of
//   QUEUES: packets under way go before new ones.
//
//   The heads that want a lane and are passed over in a scan are its members. As long as one is left, the lane is reserved
//   for them; then follows a scan that is open to all. So each head waits for two such groups at most, and none of those
//   it waits for waits for it. (A reservation for a single queue goes to the same one again and again if the neighbour has
//   room in step with the scans.)
//
//   With DETOURS, a head for which a detour begins stays: in later scans `detoured` says so to the route, and the packet
//   has a lane. A head that faults leave no way is dropped: it leaves, and no lane gets it.
`default_nettype none

module packet_scan #(
    parameter QUEUES   = 6,             // at least 3; the last one is the adapter's
    parameter PORTS    = 5,             // the last one is the adapter's
    // [3 * queue +: 3]: its port. Queues of a port are neighbours, the one of class 0 first.
    parameter [47:0] PORT_OF = 48'o433210,
    // [queue]: class 1
    parameter [15:0] CLASS_OF = 16'b010000,
    parameter ROW_BITS = 4,
    parameter DETOURS  = 0              // 1: faults lead packets round
) (
    input  wire                clk,
    input  wire                rst,         // synchronous, active high
    // from the frame
    input  wire                silent,
    input  wire [ROW_BITS-1:0] row,
    input  wire                copy,
    input  wire                first,
    input  wire                head,
    input  wire                look,
    // the queues
    output wire [QUEUES-1:0]   here,        // at most one link's; the adapter's goes before it
    input  wire [QUEUES-1:0]   there,
    input  wire [(8+4*DETOURS)*PORTS-1:0] headers,
    output reg  [QUEUES-1:0]   sent,        // granted, until it has left
    input  wire [QUEUES-1:0]   room,        // of the queues behind the lanes
    // the route of a header
    output reg  [8+4*DETOURS-1:0] header,
    output wire                in_class_1,  // the packet is in a queue of class 1
    output wire                detoured,    // its detour begins here
    input  wire [PORTS-1:0]    route,       // one of the output ports ..
    input  wire                class_1,     // .. and of what class there
    input  wire                stay,        // or none: a detour begins,
    input  wire                drop,        // or there is no way
    input  wire [4:0]          changes,     // {class, forced, detour} of the packet from here on
    output wire                lost,        // a packet was dropped
    // grants
    output wire [PORTS-1:0]    granted,     // this output port ..
    output reg  [2:0]          number,      // .. to this input port ..
    output reg                 own,         // .. or to the adapter
    output wire [4:0]          control      // `changes` of the packet
);
    localparam LINKS     = QUEUES - 1;          // queues of links
    localparam [31:0] OWN = QUEUES - 1, OWN_ROW = QUEUES, END = QUEUES + 1;
    localparam OWN_PORT  = PORTS - 1;
    localparam H         = 8 + 4 * DETOURS;   // bits of a header

    // The round.
    reg  [LINKS-1:0]  ring;                     // a single 1
    reg  [QUEUES-1:0] frames;                   // a single 1: in the last place, the adapter's queue comes first
    reg               active, active_too, own_here, own_routed;
    wire              own_first = frames[QUEUES-1];

    assign here = {own_here, ring};

    always @(posedge clk) begin
        active     <= head | active & (row != END[ROW_BITS-1:0]);
        active_too <= active;
        own_here   <= own_first ? head : active & (row == OWN_ROW[ROW_BITS-1:0]);
        own_routed <= own_here;
        own        <= own_routed;
        if (own_first ? active_too : active)    // once more than it has places
            ring <= {ring[LINKS-2:0], ring[LINKS-1]};
        if (first)
            frames <= {frames[QUEUES-2:0], frames[QUEUES-1]};
        if (rst) begin
            active     <= 1'b0;
            active_too <= 1'b0;
            own_here   <= 1'b0;
            ring       <= {{LINKS-1{1'b0}}, 1'b1};
            frames     <= {1'b1, {LINKS{1'b0}}};
        end
    end

    // The places of a clock ago and of two clocks ago, for links.
    wire [2*LINKS-1:0] rings   = {ring, ring};
    wire [LINKS-1:0]   routed  = rings[1 +: LINKS];
    wire [LINKS-1:0]   checked = rings[2 +: LINKS];

    // A vector with a single 1 selects headers, and its port's number.
    reg  [QUEUES-1:0] lane;
    reg               there_routed, there_checked, is_member;
    reg  [H-1:0]      link_header;
    reg  [2:0]        routed_number;
    wire [QUEUES-1:0] next_lane;
    integer           k;

    always @* begin
        link_header   = {H{1'b0}};
        routed_number = 3'd0;
        for (k = 0; k < LINKS; k = k + 1) begin
            link_header   = link_header | headers[H*PORT_OF[3*k +: 3] +: H] & {H{ring[k]}};
            routed_number = routed_number | PORT_OF[3*k +: 3] & {3{routed[k]}};
        end
    end

    // The check.
    reg  [QUEUES-1:0] open;                     // [lane]: there is room, and the port has not been granted
    reg  [QUEUES-1:0] reserved;                 // [lane]: for members, in this scan ..
    reg  [QUEUES-1:0] left;                     // .. and in the next one, as some are left
    reg  [QUEUES-1:0] members;                  // [queue]: its head is a member of its lane
    wire [LINKS-1:0]  conflict;                 // another queue of the input port has been granted
    wire [QUEUES-1:0] closed;
    wire [QUEUES-1:0] allowed = lane & ~(reserved & ~{QUEUES{is_member}});
    wire              grant   = there_checked & (own | ~|conflict) & |(allowed & open);
    wire              stays   = there_checked & ~grant & |allowed;
    wire              drops, detours;           // the head has no lane: it is dropped, or begins a detour

    always @(posedge clk) begin
        header        <= own_here ? headers[H*OWN_PORT +: H] : link_header;
        there_routed  <= active & (own_here ? there[OWN] : |(ring & there[LINKS-1:0]));
        there_checked <= there_routed;
        is_member     <= own_routed ? members[OWN] : |(routed & members[LINKS-1:0]);
        lane          <= next_lane;
        number        <= routed_number;
    end

    genvar q;
    generate
        for (q = 0; q < QUEUES; q = q + 1) begin : queue
            localparam integer PORT = {29'd0, PORT_OF[3*q +: 3]};
            localparam SECOND = CLASS_OF[q];
            localparam FIRST  = CLASS_OF[q+1];          // of two of the port

            if (FIRST || SECOND) begin : of_two
                localparam OTHER = FIRST ? q + 1 : q - 1;

                assign next_lane[q] = route[PORT] & class_1 == SECOND;
                assign closed[q]    = grant & (lane[q] | lane[OTHER]);
                assign conflict[q]  = checked[q] & sent[OTHER];
            end else begin : alone
                assign next_lane[q] = route[PORT];
                assign closed[q]    = grant & lane[q];
                if (q < LINKS) begin : link
                    assign conflict[q] = 1'b0;
                end
            end
            if (!SECOND) begin : port
                assign granted[PORT] = closed[q];
            end
        end
    endgenerate

    wire              leaves      = grant | drops;
    wire [QUEUES-1:0] granted_now = {leaves & own, checked & {LINKS{leaves & ~own}}};
    wire [QUEUES-1:0] stays_now   = {stays & own, checked & {LINKS{stays & ~own}}};

    always @(posedge clk) begin
        open    <= look ? room : open & ~closed;
        sent    <= granted_now | sent & ~{QUEUES{first}};
        left    <= look ? {QUEUES{1'b0}} : left | lane & {QUEUES{stays}};
        members <= stays_now | members & ~granted_now;
        if (look)
            reserved <= left;
        if (silent) begin
            sent     <= {QUEUES{1'b0}};
            left     <= {QUEUES{1'b0}};
            members  <= {QUEUES{1'b0}};
            reserved <= {QUEUES{1'b0}};
        end
    end

    generate
        if (DETOURS) begin : of_faults
            reg               class_routed, detour_routed, stay_checked, drop_checked, dropped, was_lost;
            reg  [4:0]        control_checked;
            reg  [QUEUES-1:0] begun;            // [queue]: its head has begun a detour here
            wire [QUEUES-1:0] begins = {detours & own, checked & {LINKS{detours & ~own}}};

            assign drops   = there_checked & drop_checked & (own | ~|conflict);
            assign detours = there_checked & stay_checked;
            assign control = control_checked;
            assign {in_class_1, detoured, lost} = {class_routed, detour_routed, was_lost};

            always @(posedge clk) begin
                class_routed  <= ~own_here & |(ring & CLASS_OF[LINKS-1:0]);
                detour_routed <= own_here ? begun[OWN] : |(ring & begun[LINKS-1:0]);
                stay_checked  <= stay;
                drop_checked  <= drop;
                control_checked <= changes;
                begun         <= begins | begun & ~granted_now;
                dropped       <= drops | dropped & ~copy;
                if (copy && dropped)
                    was_lost <= 1'b1;
                if (silent) begin
                    begun   <= {QUEUES{1'b0}};
                    dropped <= 1'b0;
                end
                if (rst)
                    was_lost <= 1'b0;
            end
        end else begin : no_faults
            assign {drops, detours} = 2'b00;
            assign {in_class_1, detoured, lost, control} = 8'd0;
            wire unused = &{stay, drop, changes, copy, detours, 1'b0};
        end
    endgenerate

    wire unused = &{class_1, rings, 1'b0};
endmodule

`default_nettype wire
